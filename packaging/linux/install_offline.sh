#!/bin/sh
# Installs ArxDesk for this user from the wheels beside this script, without a network and without administrator rights.
# `install.sh --remove` takes it away again, `--purge` also settings and unsaved work. PYTHON names the interpreter, by default python3.
set -eu

here="$(cd "$(dirname "$0")" && pwd)"
target="${XDG_DATA_HOME:-$HOME/.local/share}/arxdesk-environment"
commands="$HOME/.local/bin"
cache="${XDG_CACHE_HOME:-$HOME/.cache}"
settings="${XDG_CONFIG_HOME:-$HOME/.config}/ArxDesk"
work="${XDG_STATE_HOME:-$HOME/.local/state}/ArxDesk"

remove() {
    for name in arxdesk arxdesk-desktop; do
        if [ "$(readlink "$commands/$name" 2> /dev/null || true)" = "$target/bin/$name" ]; then rm "$commands/$name"; fi
    done
    rm -rf "$target"
}

forget() {
    rm -rf "$cache/ArxDesk"
    rmdir "$cache" "$commands" "$(dirname "$target")" "$HOME/.local" 2> /dev/null || true # where they are empty now
}

case "${1:-}" in
    "") ;;
    --remove)
        remove
        forget
        echo "ArxDesk is removed. Settings and unsaved work are left in $settings and $work, if there are any;" \
            "install.sh --purge removes them."
        exit 0
        ;;
    --purge)
        rm -rf "$settings" "$work"
        rmdir "$(dirname "$settings")" "$(dirname "$work")" 2> /dev/null || true
        remove
        forget
        echo "ArxDesk is removed with its settings and unsaved work."
        exit 0
        ;;
    *)
        echo "usage: install.sh [--remove | --purge]" >&2
        exit 2
        ;;
esac

(cd "$here" && sha256sum --quiet --check SHA256SUMS) || {
    echo "These files are not the ones that were packed; do not use them." >&2
    exit 1
}
remove
mkdir -p "$commands"
"${PYTHON:-python3}" -m venv "$target" || {
    echo "Python could not make an environment (why is above); Debian's package python3-venv is needed." >&2
    exit 1
}
"$target/bin/python" -m pip --quiet --disable-pip-version-check install --no-cache-dir --no-index --no-deps --require-hashes \
    --find-links "$here/wheels" --requirement "$here/requirements.txt" || {
    remove
    echo "ArxDesk could not be installed (why is above); the bundle is for the Python and system in its name." >&2
    exit 1
}
for name in arxdesk arxdesk-desktop; do ln -s "$target/bin/$name" "$commands/$name"; done
echo "ArxDesk is installed: start $commands/arxdesk-desktop, or arxdesk for the command line."
