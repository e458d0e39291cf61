#!/bin/sh
# Installs Divisor Duel from an archive that was downloaded, for you alone:
#
#   ./install.sh [ARCHIVE] [FOLDER]
#
# ARCHIVE is a .tar.gz of ./package; without it, what lies beside this script is installed, as in an
# archive that was unpacked. Program, man pages and completions go below FOLDER, $HOME/.local unless
# given. Where SHA256SUMS lies beside the archive, the archive has to match it. Nothing is fetched.
set -eu

case ${1:-} in
    --help | -h)
        sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "$0"
        exit
        ;;
esac

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

source=$(dirname "$0")
case ${1:-} in
    *.tar.gz)
        [ -f "$1" ] || fail "there is no file $1"
        sums=$(dirname "$1")/SHA256SUMS
        if [ -f "$sums" ]; then
            sum=$(sha256sum "$1" | cut -d ' ' -f 1)
            grep -q "^$sum .*$(basename "$1")\$" "$sums" || fail "$1 is not what SHA256SUMS says; download it again"
        fi
        unpacked=$(mktemp -d)
        trap 'rm -rf "$unpacked"' EXIT
        tar -xzf "$1" -C "$unpacked" || fail "$1 is damaged; download it again"
        source=$(echo "$unpacked"/*)
        shift
        ;;
esac
[ $# -le 1 ] || fail "usage: ./install.sh [ARCHIVE.tar.gz] [FOLDER]"
folder=${1:-${HOME:?is not set: name a folder}/.local}
[ -f "$source/duel" ] || fail "name the archive: ./install.sh divisor-duel-VERSION-linux-ARCH.tar.gz"
"$source/duel" --version >/dev/null 2>&1 || fail "this program does not run here: is the archive for another machine?"

# FILE... FOLDER, made where it is missing.
put() {
    mkdir -p "$folder/$2"
    cp "$1" "$folder/$2/"
}
mkdir -p "$folder/bin" || fail "$folder cannot be written"
folder=$(cd "$folder" && pwd)
# Beside the old one first: a program that is running cannot be written over.
cp "$source/duel" "$folder/bin/duel.new"
mv "$folder/bin/duel.new" "$folder/bin/duel"
for page in "$source"/man/*.1; do
    put "$page" share/man/man1
done
put "$source/completions/_duel" share/zsh/site-functions
put "$source/completions/duel.fish" share/fish/vendor_completions.d
mkdir -p "$folder/share/bash-completion/completions"
cp "$source/completions/duel.bash" "$folder/share/bash-completion/completions/duel"

echo "Installed: $folder/bin/duel"
case :$PATH: in
    *:"$folder/bin":*) echo "Play: duel" ;;
    *) echo "Play: $folder/bin/duel (or add $folder/bin to your PATH)" ;;
esac
