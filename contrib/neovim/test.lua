-- Driven by test.sh: opens a file, waits for the diagnostic, takes an action, and waits until it is gone.
local function fail(why)
  io.stderr:write("failed: " .. why .. "\n" .. vim.inspect(vim.diagnostic.get(0)) .. "\n")
  vim.cmd("cquit 1")
end
local function until_true(what, seconds, holds)
  local begun = vim.loop.hrtime()
  if not vim.wait(seconds * 1000, holds, 10) then fail(what) end
  return (vim.loop.hrtime() - begun) / 1e9
end
local function wrong()
  return vim.tbl_filter(function(d) return d.severity <= vim.diagnostic.severity.WARN end, vim.diagnostic.get(0))
end

vim.cmd("edit " .. vim.env.HATHA_TEST_FILE)
vim.cmd("set filetype=c")
until_true("no diagnostic after opening", 120, function() return #wrong() == 1 end)
local line = wrong()[1].lnum
-- An edit with a second overflow in one function, and a save.
local client = vim.lsp.get_active_clients()[1]
vim.api.nvim_buf_set_lines(0, line, line, false, { "    b = b + 7;" })
vim.cmd("write")
local seconds = until_true("no diagnostic after a save", 60, function() return #wrong() == 2 end)
io.stdout:write(string.format("\nfrom the save to the diagnostic: %.2f s\n", seconds))
vim.api.nvim_buf_set_lines(0, line, line + 1, false, {})
vim.cmd("write")
until_true("the second diagnostic did not go", 60, function() return #wrong() == 1 end)
-- The action that accepts the check, as `vim.lsp.buf.code_action` asks for it.
local params = vim.lsp.util.make_range_params()
params.range = { start = { line = line, character = 0 }, ["end"] = { line = line, character = 1 } }
params.context = { diagnostics = {} }
local answer = vim.lsp.buf_request_sync(0, "textDocument/codeAction", params, 10000)
local accept
for _, one in pairs(answer or {}) do
  for _, action in ipairs(one.result or {}) do
    if action.title:find("Accept", 1, true) then accept = action end
  end
end
if not accept then fail("no action: " .. vim.inspect(answer)) end
vim.lsp.util.apply_workspace_edit(accept.edit, client.offset_encoding or "utf-16")
vim.cmd("write")
until_true("the diagnostic did not go", 60, function() return #wrong() == 0 end)
io.stdout:write("\nthe action takes the diagnostic away\n")
vim.cmd("qall!")
