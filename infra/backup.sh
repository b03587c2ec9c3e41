#!/bin/sh
# Backs up the database and the photos of the running Compose stack.
# Usage: infra/backup.sh [FOLDER]   (default: backups)
#
# FOLDER/database/TIME.dump   the database at that time
# FOLDER/photos               the current photos
# FOLDER/gone/TIME            photos that were deleted between the previous backup and that time
#
# Archives of members' data (exports/) are not copied: a restore discards them. Copies from earlier releases move to
# `gone`.
#
# Copies photos, then the database, then photos again, the second time without deleting any. So the copy has every photo
# that a row of the dump refers to: it existed at the first copy or was added since, and a photo deleted in the meantime
# stays in the copy. Deletes copies older than KEEP_DAYS, because data that members delete must eventually disappear
# from backups, too.
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

# After an update, the running store may not know the copier's key yet.
docker compose up --detach --wait store-proxy
copier sync --size-only --exclude '/exports/**' --delete-excluded --backup-dir "/backup/gone/$time" store:photos /backup/photos
trap 'rm -f "$dump.part"' EXIT
docker compose exec -T postgres pg_dump --username salong --format custom salong > "$dump.part"
docker compose exec -T postgres pg_restore --list < "$dump.part" > /dev/null
copier copy --size-only --exclude '/exports/**' store:photos /backup/photos
mv "$dump.part" "$dump"

find "$folder/database" -name '*.dump' -mtime "+${KEEP_DAYS:-14}" -exec rm {} +
find "$folder/gone" -mindepth 1 -maxdepth 1 -mtime "+${KEEP_DAYS:-14}" -exec rm -r {} +
echo "$dump and $folder/photos are complete. Keep a copy of both, encrypted, on another machine."
