-- Drives op-lsp from Neovim's own client: diagnostics, a hover, a quick fix that is applied, a lens, a clean end.
-- Reads FILE (a Python file with one OP209) and SERVER (the command, words apart by spaces); writes what it sees to OUT.

local out = assert(io.open(vim.env.OUT, "w"))

local function say(...)
  local words = {}
  for _, word in ipairs({ ... }) do
    words[#words + 1] = tostring(word)
  end
  out:write(table.concat(words, " "), "\n")
  out:flush()
end

local function wait(what, condition)
  if not vim.wait(30000, condition, 20) then
    error("waited in vain for " .. what)
  end
end

local function ask(client, buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 30000)
  local answer = answers and answers[client]
  if not answer or answer.error then
    error(method .. " failed: " .. vim.inspect(answers))
  end
  return answer.result
end

local function find(buffer, text)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local column = line:find(text, 1, true)
    if column then
      return { number, column - 1 }
    end
  end
  error("no " .. text)
end

local function drive()
  vim.cmd("edit " .. vim.fn.fnameescape(vim.env.FILE))
  local buffer = vim.api.nvim_get_current_buf()
  local start = vim.lsp.start_client
  local id = start({
    name = "op-lsp",
    cmd = vim.split(vim.env.SERVER, " "),
    root_dir = vim.fn.fnamemodify(vim.env.FILE, ":h"),
  })
  vim.lsp.buf_attach_client(buffer, id)
  wait("diagnostics", function()
    return #vim.diagnostic.get(buffer) > 0
  end)
  for _, found in ipairs(vim.diagnostic.get(buffer)) do
    say("diagnostic", found.lnum, found.col, found.source, found.code, found.message)
  end

  vim.api.nvim_win_set_cursor(0, find(buffer, "decision.make"))
  local client = vim.lsp.get_client_by_id(id)
  local position = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local hover = ask(id, buffer, "textDocument/hover", position)
  say("hover", vim.inspect(hover.contents.value))

  vim.api.nvim_win_set_cursor(0, find(buffer, '"runtime"'))
  local range = vim.lsp.util.make_range_params(0, client.offset_encoding)
  range.context = { diagnostics = {} }
  local actions = ask(id, buffer, "textDocument/codeAction", range)
  say("action", actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, client.offset_encoding)
  wait("an empty list", function()
    return #vim.diagnostic.get(buffer) == 0
  end)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    say("line", line)
  end

  local document = { textDocument = vim.lsp.util.make_text_document_params() }
  for _, lens in ipairs(ask(id, buffer, "textDocument/codeLens", document)) do
    say("lens", lens.command.title)
  end
  vim.lsp.stop_client(id)
  wait("the server's end", function()
    return vim.lsp.client_is_stopped(id)
  end)
  say("done")
end

local good, problem = pcall(drive)
if not good then
  say("problem", problem)
end
out:close()
vim.cmd(good and "qa!" or "cquit 1")
