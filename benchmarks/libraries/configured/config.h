/* What configure would write; nothing of it is needed here. */
