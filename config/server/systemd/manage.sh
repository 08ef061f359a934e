#!/bin/sh
# Runs a management command as the services run: `manage.sh createsuperuser`. Needs root.
set -eu
cd /srv/subtext
set -a
. config/server/systemd/server.env
. /etc/subtext/subtext.env
set +a
for name in secret_key worker_secret broker_password; do
    variable=SUBTEXT_$(echo "$name" | tr '[:lower:]' '[:upper:]')
    export "$variable=$(cat "/etc/subtext/secrets/$name")"
done
umask 027
exec setpriv --reuid=subtext --regid=subtext --init-groups .venv/bin/python manage.py "$@"
