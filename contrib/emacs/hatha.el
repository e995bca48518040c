;; hatha in Emacs 29 (eglot is part of it): put this into your init file, then M-x eglot in a C buffer.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '((c-mode c-ts-mode) . ("hatha" "lsp"))))
;; Beside clangd: `eglot' has one server for a buffer; the package `lsp-mode' has several.
