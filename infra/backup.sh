#!/bin/sh
# Copies the database and the photos of the running compose stack: infra/backup.sh [FOLDER], without one into backups.
#
# FOLDER/database/TIME.dump   the database at that time
# FOLDER/photos               the photos as they are
# FOLDER/gone/TIME            photos that were deleted before that time and after the backup before it
#
# Photos come first, then the database, then the photos once more, and the second time only what is new: so a photo that a
# row of the dump speaks of was either there the first time or has come since, and one that is deleted meanwhile stays in
# the copy. What is older than KEEP_DAYS goes, since what members delete has to be gone one day.
set -eu
umask 077
cd "$(dirname "$0")/.."

mkdir -p "${1:-backups}"
folder=$(cd "${1:-backups}" && pwd)
time=$(date -u +%Y%m%dT%H%M%SZ)
dump="$folder/database/$time.dump"
export BACKUP_USER="$(id -u):$(id -g)"
mkdir -p "$folder/database" "$folder/photos" "$folder/gone"

copier() {
  docker compose run --rm -T --volume "$folder:/backup" copier "$@"
}

# After an update the store that runs may not know the key of the copier yet.
docker compose up --detach --wait store
copier sync --size-only --backup-dir "/backup/gone/$time" store:photos /backup/photos
trap 'rm -f "$dump.part"' EXIT
docker compose exec -T postgres pg_dump --username salong --format custom salong > "$dump.part"
docker compose exec -T postgres pg_restore --list < "$dump.part" > /dev/null
copier copy --size-only store:photos /backup/photos
mv "$dump.part" "$dump"

find "$folder/database" -name '*.dump' -mtime "+${KEEP_DAYS:-14}" -exec rm {} +
find "$folder/gone" -mindepth 1 -maxdepth 1 -mtime "+${KEEP_DAYS:-14}" -exec rm -r {} +
echo "$dump and $folder/photos are complete. Keep a copy of both, encrypted, on another machine."
