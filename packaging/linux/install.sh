#!/bin/sh
# Puts ArxDesk into the menu of the desktop, for this user only: entry, icons, and the type of its files.
# It stands in the folder with the program, which stays where it is. `install.sh --remove` takes all of that out again; `--purge` also
# settings and unsaved work.
set -eu

here="$(cd "$(dirname "$0")" && pwd)"
data="${XDG_DATA_HOME:-$HOME/.local/share}"
cache="${XDG_CACHE_HOME:-$HOME/.cache}"
settings="${XDG_CONFIG_HOME:-$HOME/.config}/ArxDesk"
work="${XDG_STATE_HOME:-$HOME/.local/state}/ArxDesk"
name="org.arxdesk.ArxDesk"

refresh() { # The desktops read these lists; where a tool is missing they look into the folders at the next login.
    [ -d "$data/mime/packages" ] && command -v update-mime-database > /dev/null && update-mime-database "$data/mime" || true
    [ -d "$data/applications" ] && command -v update-desktop-database > /dev/null &&
        update-desktop-database "$data/applications" || true
    command -v gtk-update-icon-cache > /dev/null && gtk-update-icon-cache -qtf "$data/icons/hicolor" 2> /dev/null || true
}

remove() {
    for folder in applications icons/hicolor mime/packages metainfo; do
        [ ! -d "$data/$folder" ] || find "$data/$folder" -name "$name.*" -type f -delete
    done
    refresh
    # The lists that were made of nothing but what is gone.
    rmdir "$data/mime/packages" 2> /dev/null && rm -rf "$data/mime" || true
    [ -n "$(find "$data/applications" -name '*.desktop' 2> /dev/null)" ] || rm -f "$data/applications/mimeinfo.cache"
    [ -n "$(find "$data/icons/hicolor" -type f ! -name icon-theme.cache 2> /dev/null)" ] ||
        rm -f "$data/icons/hicolor/icon-theme.cache"
    (cd "$here/share" && find . -depth -type d) | while read -r folder; do # those that only it has filled
        rmdir "$data/$folder" 2> /dev/null || true
    done
    rm -rf "$cache/ArxDesk"
    rmdir "$cache" "$data" "$HOME/.local/share" "$HOME/.local" 2> /dev/null || true # where they are empty now
}

case "${1:-}" in
    "") ;;
    --remove)
        remove
        echo "ArxDesk is no longer in the menu. The program itself is still in $here; settings and unsaved work are in"
        echo "$settings and $work, if there are any; install.sh --purge removes them."
        exit 0
        ;;
    --purge)
        rm -rf "$settings" "$work"
        rmdir "$(dirname "$settings")" "$(dirname "$work")" 2> /dev/null || true
        remove
        echo "ArxDesk is no longer in the menu, and its settings and unsaved work are gone. The program itself is still in $here."
        exit 0
        ;;
    *)
        echo "usage: install.sh [--remove | --purge]" >&2
        exit 2
        ;;
esac
if [ ! -x "$here/arxdesk" ]; then
    echo "There is no program beside install.sh. Build it with packaging/build.py and start the install.sh in there." >&2
    exit 1
fi

mkdir -p "$data"
cp -R "$here/share/." "$data"
# Desktop files have quoting rules of their own: the path stands in quotation marks, signs that mean something to a
# shell behind a backslash, each backslash twice, and so does each per cent sign.
program="$(printf '%s' "$here/arxdesk" | sed -e 's/\\/\\\\\\\\/g' -e 's/["`$]/\\\\&/g' -e 's/%/%%/g')"
PROGRAM="$program" awk '/^TryExec=/ { next } /^Exec=/ { print "Exec=\"" ENVIRON["PROGRAM"] "\" %f"; next } { print }' \
    "$here/share/applications/$name.desktop" > "$data/applications/$name.desktop"
refresh
echo "ArxDesk is in the menu now, and opens .arxdesk files. It starts $here/arxdesk."
