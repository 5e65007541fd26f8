# The libraries, in a layer that changes only with requirements.txt.
FROM python:3.11-slim AS libraries
COPY requirements.txt .
RUN python -m venv /opt/venv \
 && /opt/venv/bin/pip install --no-cache-dir --no-compile -r requirements.txt \
 && /opt/venv/bin/pip uninstall --yes --quiet pip setuptools \
 && find /opt/venv -type d -name tests -prune -exec rm -r {} + \
 && python -m compileall -q -j 0 /opt/venv/lib

FROM python:3.11-slim
COPY --from=libraries /opt/venv /opt/venv
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH HOME=/app PYTHONUNBUFFERED=1
# As in the Makefile: many readers share the cores and the memory already.
ENV OPENBLAS_NUM_THREADS=1 MALLOC_ARENA_MAX=2 ARROW_DEFAULT_MEMORY_POOL=system
COPY . .
RUN python -m compileall -q .
# From here on nothing is written: the root file system may be read-only.
ENV PYTHONDONTWRITEBYTECODE=1
USER 1000:1000
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8501/_stcore/health', timeout=4)"]
CMD ["python", "deploy/serve.py"]
