#!/bin/sh
# Puts a backup back into the compose stack of this machine: infra/restore.sh FOLDER/database/TIME.dump
#
# Photos come first, so that no row is ever without its file. The database is filled beside the one that is there and takes
# its place when it is whole: whatever fails before that leaves everything as it was. Afterwards everybody has to log in
# again: sessions that were ended since must not come back, and devices know messages that this database does not. What else ends
# and what stays is in infra/restored.sql.
set -eu
cd "$(dirname "$0")/.."

dump=${1:?Usage: infra/restore.sh FOLDER/database/TIME.dump}
[ -f "$dump" ] || { echo "$dump is not there." >&2; exit 1; }
folder=$(cd "$(dirname "$dump")/.." && pwd)
time=$(basename "$dump" .dump)
dump="$folder/database/$time.dump"
[ -d "$folder/photos" ] || { echo "$folder/photos is not there." >&2; exit 1; }
export BACKUP_USER="$(id -u):$(id -g)"

restorer() {
  docker compose run --rm -T --volume "$folder:/backup:ro" restorer "$@"
}
in_postgres() {
  docker compose exec -T postgres "$@"
}
sql() {
  in_postgres psql --username salong --dbname "$1" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --command "$2"
}

docker compose up --detach --wait postgres redis store
listing=$(in_postgres pg_restore --list < "$dump")
created=$(printf '%s\n' "$listing" | sed -n 's/^; *Archive created at //p')
docker compose run --rm -T --no-deps migrate node scripts/dist/bucket.js
restorer copy --size-only /backup/photos store:photos
# What was deleted after this backup is a photo that its rows still speak of.
for gone in "$folder"/gone/*; do
  [ -d "$gone" ] && [ "$(basename "$gone")" \> "$time" ] || continue
  restorer copy --size-only "/backup/gone/$(basename "$gone")" store:photos
done

in_postgres dropdb --username salong --if-exists --force salong_restored
in_postgres createdb --username salong salong_restored
in_postgres pg_restore --username salong --dbname salong_restored --no-owner --no-privileges --exit-on-error < "$dump"
in_postgres psql --username salong --dbname salong_restored --no-psqlrc --set "created=$created" < infra/restored.sql
docker compose run --rm -T roles node scripts/dist/roles.js salong_restored

docker compose stop gateway hub worker
sql postgres 'drop database if exists salong_before with (force)'
sql postgres 'alter database salong rename to salong_before'
sql postgres 'revoke connect on database salong_before from public, salong_app, salong_reader, salong_exporter'
sql postgres 'alter database salong_restored rename to salong'
docker compose exec -T redis sh -c 'REDISCLI_AUTH="$REDIS_PASSWORD" valkey-cli flushall'
docker compose up --detach --wait
echo "The database of $time is in place. The one before it is called salong_before; when you are sure:"
echo "  docker compose exec postgres dropdb --username salong salong_before"
