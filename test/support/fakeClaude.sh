#!/bin/sh
# The program fakeClaude.mjs without a start of Node for what is asked most often: the version, and whether somebody is logged in.
case $1 in
  --version)
    printf '%s\n' "${FAKE_CLAUDE_VERSION:-2.1.329 (Claude Code)}"
    exit
    ;;
  auth)
    if [ -z "$FAKE_CLAUDE_LOGIN" ] || [ -e "$FAKE_CLAUDE_LOGIN" ]; then echo '{ "loggedIn": true }'; exit; fi
    echo '{ "loggedIn": false }'
    exit 1
    ;;
esac
exec node "${0%/*}/fakeClaude.mjs" "$@"
