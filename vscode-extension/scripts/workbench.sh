#!/usr/bin/env bash
# Sets up what the end-to-end tests drive: VS Code's own web server, out of the npm package code-server, and Chromium.
# Nothing is compiled. Does nothing where it is there already.
set -euo pipefail
cd "$(dirname "$0")/.."
version=4.100.3 # the last one that runs on Node 20: VS Code 1.100.3
folder=.workbench

if ! command -v chromium >/dev/null && [ -z "${CHROMIUM:-}" ]; then
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        echo "The end-to-end tests need Chromium: install it, or set CHROMIUM to its path." >&2
        exit 1
    fi
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null
fi

if [ "$(cat "$folder/version" 2>/dev/null)" != "$version" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    cd "$folder"
    package=$(npm pack --silent "code-server@$version")
    tar xzf "$package" --strip-components=2 package/lib/vscode
    rm -f "$package"
    for place in vscode vscode/extensions; do
        (cd "$place" && npm install --silent --omit=dev --ignore-scripts --no-audit --no-fund)
    done
    # The grammars' WebAssembly is looked up under the name of an archive.
    ln -sfn node_modules vscode/node_modules.asar
    echo "$version" >version
fi
