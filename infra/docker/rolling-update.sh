#!/bin/sh
# Replaces the running API processes by new ones of the image that is there now, one after the other: one more is started, and once it is ready an old
# one is told to stop. Nobody is cut off. First: docker compose build (or pull), and docker compose run --rm migrate.
# COMPOSE: how Compose is called, `docker compose` unless set.
set -eu
compose=${COMPOSE:-docker compose}

api() { $compose ps -q api; }

# Whether the processes that were not there `before` are ready. The others are serving already; on a busy host their health check may be late.
ready() {
  started=no
  for running in $(api); do
    case " $before " in *" $running "*) continue ;; esac
    [ "$(docker inspect --format '{{.State.Health.Status}}' "$running")" = healthy ] || return 1
    started=yes
  done
  [ "$started" = yes ]
}

old=$(api)
count=$(echo "$old" | wc -w)
[ "$count" -gt 0 ] || { echo "no API process is running" >&2; exit 1; }
for id in $old; do
  before=$(echo $(api))
  $compose up --detach --no-deps --no-recreate --scale "api=$((count + 1))" api
  tries=0
  until ready; do
    tries=$((tries + 1))
    [ "$tries" -lt 240 ] || { echo "the new process does not become ready: the old ones that are left go on" >&2; exit 1; }
    sleep 1
  done
  # As long as stop_grace_period.
  docker stop --time 60 "$id" >/dev/null
  docker rm "$id" >/dev/null
done
