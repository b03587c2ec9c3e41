#!/bin/sh
# Restores a backup into the Compose stack of this machine.
# Usage: infra/restore.sh FOLDER/database/TIME.dump
#
# Copies the photos first, so that every row has its file. Fills a second database next to the current one and swaps the
# two when the second is complete: if a step before the swap fails, the current database is unchanged, photos may have
# been added to the store, and the services may be stopped. Afterwards everyone must log in again: sessions that were
# revoked after the backup must not come back, and devices hold messages that this database does not have.
# infra/restored.sql lists what else is revoked and what is kept.
set -eu
cd "$(dirname "$0")/.."

dump=${1:?Usage: infra/restore.sh FOLDER/database/TIME.dump}
[ -f "$dump" ] || { echo "$dump does not exist." >&2; exit 1; }
folder=$(cd "$(dirname "$dump")/.." && pwd)
time=$(basename "$dump" .dump)
dump="$folder/database/$time.dump"
[ -d "$folder/photos" ] || { echo "$folder/photos does not exist." >&2; exit 1; }
export BACKUP_USER="$(id -u):$(id -g)"

# Backups of earlier releases contain archives of members' data (exports/), which infra/restored.sql discards.
restorer() {
  docker compose run --rm -T --volume "$folder:/backup:ro" restorer "$@"
}
in_postgres() {
  docker compose exec -T postgres "$@"
}
sql() {
  in_postgres psql --username salong --dbname "$1" --no-psqlrc --quiet --set ON_ERROR_STOP=1 --command "$2"
}

docker compose up --detach --wait postgres redis store-proxy
listing=$(in_postgres pg_restore --list < "$dump")
created=$(printf '%s\n' "$listing" | sed -n 's/^; *Archive created at //p')
docker compose run --rm -T --no-deps migrate node scripts/dist/bucket.js
restorer copy --size-only --exclude '/exports/**' /backup/photos store:photos
# The rows of this backup still refer to photos that were deleted after it.
for deleted in "$folder"/gone/*; do
  [ -d "$deleted" ] && [ "$(basename "$deleted")" \> "$time" ] || continue
  restorer copy --size-only --exclude '/exports/**' "/backup/gone/$(basename "$deleted")" store:photos
done

in_postgres dropdb --username salong --if-exists --force salong_restored
in_postgres createdb --username salong salong_restored
in_postgres pg_restore --username salong --dbname salong_restored --no-owner --no-privileges --exit-on-error < "$dump"
in_postgres psql --username salong --dbname salong_restored --no-psqlrc --set "created=$created" < infra/restored.sql
docker compose run --rm -T roles node scripts/dist/roles.js salong_restored

docker compose stop gateway hub worker
sql postgres 'drop database if exists salong_previous with (force)'
# One transaction, so that a failure leaves the current database in place.
sql postgres 'alter database salong rename to salong_previous; revoke connect on database salong_previous from public, salong_app, salong_reader, salong_exporter; alter database salong_restored rename to salong'
docker compose exec -T redis sh -c 'REDISCLI_AUTH="$REDIS_PASSWORD" valkey-cli flushall'
docker compose up --detach --wait
echo "Restored the database of $time. The previous one is now salong_previous. After you verify the restore, drop it:"
echo "  docker compose exec postgres dropdb --username salong salong_previous"
