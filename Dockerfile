# The libraries, in a layer that changes only with the lock; pip verifies the hash of each file.
FROM python:3.11-slim AS libraries
COPY requirements.lock .
RUN python -m venv --without-pip /opt/venv \
 && python -m pip --python /opt/venv/bin/python install --no-cache-dir --no-compile --no-deps \
    --only-binary :all: --require-hashes -r requirements.lock
# Remove what the server does not need (tests, C sources, notebook extensions, Arrow's clients for Flight and S3) and
# import the rest to verify that it is complete. Bytecode of plotly.graph_objs would take another 22 MB.
RUN cd /opt/venv/lib/python3.11/site-packages \
 && find . -type d \( -name tests -o -name include -o -name nbextension -o -name labextension \) -prune -exec rm -r {} + \
 && find . -type f \( -name "*.pyx" -o -name "*.pxd" -o -name "*.pyi" -o -name "*.h" -o -name "*.c" -o -name "*.map" \
    -o -name widgetbundle.js -o -path "./plotly/package_data/plotly.min.js" -o -path "./pyarrow/*flight*" -o -path "./pyarrow/*s3*" \) -delete \
 && python -m compileall -q -j 0 -x graph_objs . \
 && /opt/venv/bin/python -c "import pyarrow, pandas, plotly.graph_objects, ml_dtypes, streamlit.web.cli"

FROM python:3.11-slim
COPY --from=libraries /opt/venv /opt/venv
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH HOME=/app PYTHONUNBUFFERED=1
# As in the Makefile, which has the reasons.
ENV OPENBLAS_NUM_THREADS=1 MALLOC_ARENA_MAX=2 ARROW_DEFAULT_MEMORY_POOL=system
COPY . .
RUN python -m compileall -q .
# The root file system may be read-only; uploads need /tmp in memory.
ENV PYTHONDONTWRITEBYTECODE=1
USER 1000:1000
EXPOSE 8501
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["python", "deploy/health.py"]
CMD ["python", "deploy/serve.py"]
