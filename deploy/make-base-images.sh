#!/bin/sh
# Makes the two images that the Dockerfile builds on from Debian's and npm's packages, for where no image registry can be reached.
# In the project's folder, after npm ci, with Debian's package mmdebstrap:  ENGINE=docker sh deploy/make-base-images.sh
set -eu
cd "$(dirname "$0")/.."
engine=${ENGINE:-docker}
mirror=${MIRROR:-http://deb.debian.org/debian}
library=docker.io/library
npm_version=11

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm pack --silent --pack-destination "$work" "npm@$npm_version" > /dev/null
mkdir "$work/npm"
tar -xzf "$work"/npm-*.tgz -C "$work/npm" --strip-components=1
# Node is the one that package.json pins.
cp node_modules/node/bin/node "$work/node"

mmdebstrap --variant=minbase --include=ca-certificates bookworm - "$mirror" | $engine import - "$library/debian:bookworm-slim"

mmdebstrap --variant=minbase --include=ca-certificates \
  --customize-hook='mkdir -p "$1/usr/local/lib/node_modules"' \
  --customize-hook="copy-in $work/node /usr/local/bin" \
  --customize-hook="copy-in $work/npm /usr/local/lib/node_modules" \
  --customize-hook='ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"' \
  --customize-hook='ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"' \
  bookworm - "$mirror" | $engine import - "$library/node:24-bookworm-slim"
