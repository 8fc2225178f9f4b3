#!/bin/sh
# Replaces the running API processes by new ones of the image that is there now, one after the other: one more is started, and once it is ready an old
# one is told to stop. Nobody is cut off. First: docker compose build (or pull), and docker compose run --rm migrate.
# COMPOSE: how Compose is called, `docker compose` unless set.
set -eu
compose=${COMPOSE:-docker compose}

api() { $compose ps -q api; }

ready() {
  for running in $(api); do
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$running")" = healthy ] || return 1
  done
}

old=$(api)
count=$(echo "$old" | wc -w)
[ "$count" -gt 0 ] || { echo "no API process is running" >&2; exit 1; }
for id in $old; do
  $compose up --detach --no-deps --no-recreate --scale "api=$((count + 1))" api
  tries=0
  until ready; do
    tries=$((tries + 1))
    [ "$tries" -lt 120 ] || { echo "the new process does not become ready: the old ones that are left go on" >&2; exit 1; }
    sleep 1
  done
  # As long as stop_grace_period.
  docker stop --time 60 "$id" >/dev/null
  docker rm "$id" >/dev/null
done
