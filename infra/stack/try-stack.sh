#!/usr/bin/env bash
# Tries the stack of docker-compose.yml for real: infra/stack/src/main.ts. Uses the Docker Engine that answers; where none does, and there is apt-get
# and root, installs Debian's and starts it in a folder and on a socket of its own. Where that or the images cannot be had, says so and passes.
set -uo pipefail
cd "$(dirname "$0")/../.."
node="$(command -v node)"
work="$(mktemp -d)"
engine=""

finish() {
  if [ -n "$engine" ]; then
    kill "$engine" 2>/dev/null
    wait "$engine" 2>/dev/null
  fi
  rm -rf "$work"
}
trap finish EXIT

skip() {
  echo "The stack of docker-compose.yml was not tried: $*"
  exit 0
}

# Debian's client has BuildKit in it; one in /usr/local may not.
[ -x /usr/bin/docker ] && export PATH="/usr/bin:$PATH"

if ! timeout 20 docker info >/dev/null 2>&1; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || skip "no Docker Engine answers here, and none can be installed"
  if ! command -v dockerd >/dev/null || ! command -v docker-compose >/dev/null; then
    { timeout 120 apt-get update -q && timeout 400 apt-get install -q -y --no-install-recommends docker.io docker-compose iptables mmdebstrap; } \
      > "$work/install.log" 2>&1 || skip "Docker could not be installed"
    export PATH="/usr/bin:$PATH"
  fi
  export DOCKER_HOST="unix://$work/docker.sock"
  dockerd --host "$DOCKER_HOST" --pidfile "$work/docker.pid" --data-root "$work/data" --exec-root "$work/exec" --storage-driver overlay2 \
    > "$work/dockerd.log" 2>&1 &
  engine=$!
  for _ in $(seq 60); do
    timeout 5 docker info >/dev/null 2>&1 && break
    sleep 1
  done
  timeout 20 docker info >/dev/null 2>&1 || skip "the Docker Engine does not start: $(tail -n 1 "$work/dockerd.log")"
fi

# Images come from their registry, or, where none can be reached, from a folder beside the checkout that makes them.
images="$(sed -n 's/^ *image: *\([^&* ].*\)/\1/p' docker-compose.yml | sort -u) $(sed -n 's/^FROM \([^ ]*:[^ ]*\).*/\1/p' infra/docker/Dockerfile | sort -u)"
missing=""
for image in $images; do
  docker image inspect "$image" >/dev/null 2>&1 || timeout 300 docker pull -q "$image" >/dev/null 2>&1 || { missing="$image"; break; }
done
if [ -n "$missing" ]; then
  [ -x ../shared/docker/make-images.sh ] || skip "the image $missing cannot be had"
  echo "No registry can be reached: making images that stand in"
  timeout 900 ../shared/docker/make-images.sh "$work/images" > "$work/images.log" 2>&1 || skip "the images could not be made: $(tail -n 1 "$work/images.log")"
  # That folder has no images of the proxies.
  for image in $images; do
    case "$image" in haproxy:* | caddy:*) ;; *) continue ;; esac
    docker image inspect "$image" >/dev/null 2>&1 && continue
    DOCKER_BUILDKIT=1 timeout 300 docker build -q --network host --target "${image%%:*}" -t "$image" infra/stack/stand-ins >> "$work/images.log" 2>&1 \
      || skip "the image $image could not be made: $(tail -n 1 "$work/images.log")"
  done
fi

# Takes some 13 minutes on two cores. One that hangs must not use up the time of everything else.
timeout --kill-after=60 2400 "$node" infra/stack/dist/main.js
