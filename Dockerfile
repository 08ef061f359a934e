# One image for web, beat and every worker; the command says which it is.
FROM python:3.12.12-slim-trixie AS build
WORKDIR /srv/subtext
COPY requirements.lock requirements-run.lock ./
COPY tools tools
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc frontend/
RUN python tools/bootstrap.py packages
COPY . .
RUN python tools/bootstrap.py build && rm -rf frontend/node_modules
# Not in the lock: PyTorch's builds differ by machine (docs/decisions/0007).
ARG SUBTEXT_OCR_ENGINE=rapidocr
ARG LOCAL_MODELS=false
RUN torch="torch==2.13.0 torchvision==0.28.0" \
    && if [ "$SUBTEXT_OCR_ENGINE" = easyocr ]; then .venv/bin/pip install --no-cache-dir $torch "easyocr==1.7.2"; fi \
    && if [ "$LOCAL_MODELS" = true ]; then .venv/bin/pip install --no-cache-dir $torch "transformers==5.23.0"; fi

FROM python:3.12.12-slim-trixie
ENV PYTHONUNBUFFERED=1 \
    PATH=/srv/subtext/.venv/bin:$PATH \
    DJANGO_SETTINGS_MODULE=config.settings.production \
    SUBTEXT_DATA_DIR=/var/lib/subtext
RUN useradd --system --create-home subtext \
    && install -d -o subtext /var/lib/subtext /var/lib/subtext/ocr /var/lib/subtext/runner /backups
WORKDIR /srv/subtext
COPY --from=build /srv/subtext /srv/subtext
USER subtext
EXPOSE 8000
CMD ["granian", "--interface", "wsgi", "--host", "0.0.0.0", "--port", "8000", "config.wsgi:application"]
