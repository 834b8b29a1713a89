#!/bin/sh
# Runs once, in an empty database: the role of DATABASE_URL, which owns nothing.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$APP_PASSWORD" --username postgres --dbname "$POSTGRES_DB" <<'SQL'
create role mentorsetu login password :'password';
SQL
