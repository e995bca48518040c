-- hatha in Neovim 0.7 and later: put this into your init.lua, or `require` it.
local clients = {}
vim.api.nvim_create_autocmd("FileType", { pattern = "c", callback = function(args)
  local found = vim.fn.findfile("hatha.toml", vim.fn.expand("%:p:h") .. ";")
  local root = found ~= "" and vim.fn.fnamemodify(found, ":p:h") or vim.fn.getcwd()
  clients[root] = clients[root] or vim.lsp.start_client({ name = "hatha", cmd = { "hatha", "lsp" },
    root_dir = root, workspace_folders = { { uri = vim.uri_from_fname(root), name = root } } })
  if clients[root] then vim.lsp.buf_attach_client(args.buf, clients[root]) end
end })
