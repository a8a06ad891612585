;;; Drives op-lsp from Emacs' eglot: diagnostics, a hover, a quick fix that is applied.
;;; Reads FILE as neovim.lua does, and SETUP, a user's settings, by which op-lsp is started; writes what it sees to
;;; standard output.

(dolist (folder (file-expand-wildcards "/usr/share/emacs/site-lisp/elpa/*"))
  (add-to-list 'load-path folder)) ; Debian's packages, which -Q leaves out
(package-initialize)
(load (getenv "SETUP") nil t)
(require 'eglot)
(require 'flymake)
(require 'python)

(setq eglot-connect-timeout 60
      eglot-sync-connect 60
      eglot-confirm-server-initiated-edits nil)

(defvar op-lint-file (getenv "FILE"))
(defun op-lint-project (_folder) (cons 'transient (file-name-directory op-lint-file)))
(setq project-find-functions '(op-lint-project))

(defun op-lint-say (&rest words)
  (princ (mapconcat (lambda (word) (format "%s" word)) words " "))
  (terpri))

(defun op-lint-wait (condition)
  (let ((turns 0))
    (while (and (< turns 300) (not (funcall condition)))
      (when (= 0 (mod turns 10)) (flymake-start))
      (accept-process-output nil 0.1)
      (setq turns (1+ turns)))
    (unless (funcall condition) (error "Waited in vain"))))

(with-current-buffer (find-file-noselect op-lint-file)
  (python-mode)
  (call-interactively 'eglot)
  (flymake-mode 1)
  (op-lint-wait #'flymake-diagnostics)
  (dolist (found (flymake-diagnostics))
    (op-lint-say "diagnostic" (line-number-at-pos (flymake-diagnostic-beg found)) (flymake-diagnostic-text found)))
  (goto-char (point-min))
  (search-forward "decision.make")
  (let ((hover (jsonrpc-request (eglot-current-server) :textDocument/hover (eglot--TextDocumentPositionParams))))
    (op-lint-say "hover" (plist-get (plist-get hover :contents) :value)))
  (goto-char (point-min))
  (search-forward "\"runtime\"")
  (backward-char 2)
  (let* ((actions (eglot-code-actions (point) (point) "quickfix"))
         (action (if (vectorp actions) (aref actions 0) (car actions)))
         (action (if (stringp (car-safe action)) (cdr action) action)))
    (op-lint-say "action" (plist-get action :title))
    (eglot--apply-workspace-edit (plist-get action :edit)))
  (op-lint-say "text" (buffer-substring-no-properties (point-min) (point-max)))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot-current-server)))
(op-lint-say "done")
