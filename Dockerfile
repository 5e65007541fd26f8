# The libraries, in a layer that changes only with the lock; each file is compared with the hash written there.
FROM python:3.11-slim AS libraries
COPY requirements.lock .
RUN python -m venv --without-pip /opt/venv \
 && python -m pip --python /opt/venv/bin/python install --no-cache-dir --no-compile --no-deps \
    --only-binary :all: --require-hashes -r requirements.lock
# What no server runs goes, and what is left has to import: tests, sources in C, what notebooks need, Arrow's clients
# for Flight and S3. The thousands of classes of plotly.graph_objs would take 22 MB more as bytecode.
RUN cd /opt/venv/lib/python3.11/site-packages \
 && find . -type d \( -name tests -o -name include -o -name nbextension -o -name labextension \) -prune -exec rm -r {} + \
 && find . -type f \( -name "*.pyx" -o -name "*.pxd" -o -name "*.pyi" -o -name "*.h" -o -name "*.c" -o -name "*.map" \
    -o -name widgetbundle.js -o -path "./pyarrow/*flight*" -o -path "./pyarrow/*s3*" \) -delete \
 && python -m compileall -q -j 0 -x graph_objs . \
 && /opt/venv/bin/python -c "import pyarrow, pandas, plotly.graph_objects, ml_dtypes, streamlit.web.cli"

FROM python:3.11-slim
COPY --from=libraries /opt/venv /opt/venv
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH HOME=/app PYTHONUNBUFFERED=1
# As in the Makefile: many readers share the cores and the memory already.
ENV OPENBLAS_NUM_THREADS=1 MALLOC_ARENA_MAX=2 ARROW_DEFAULT_MEMORY_POOL=system
COPY . .
RUN python -m compileall -q .
# From here on nothing is written: the root file system may be read-only; an upload wants a /tmp in memory.
ENV PYTHONDONTWRITEBYTECODE=1
USER 1000:1000
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["python", "deploy/health.py"]
CMD ["python", "deploy/serve.py"]
