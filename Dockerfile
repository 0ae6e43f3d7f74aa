# syntax=docker/dockerfile:1
# The simulator with its control API, from this checkout: docker build -t vskit .
FROM node:24-alpine AS build
WORKDIR /source
COPY package.json package-lock.json .npmrc ./
COPY tools/node tools/node
# The Node.js that npm installs for checkouts is linked against glibc: build with that of the image.
RUN npm ci --ignore-scripts && rm -f node_modules/.bin/node
COPY . .
RUN npm pack --pack-destination /tmp

FROM node:24-alpine
ENV NODE_ENV=production NODE_COMPILE_CACHE=/tmp/node-compile-cache
WORKDIR /home/node
COPY --from=build /tmp/vskit-*.tgz /tmp/
RUN npm install --global --omit=dev --ignore-scripts /tmp/vskit-*.tgz && rm /tmp/vskit-*.tgz && npm cache clean --force \
  && mkdir /data && chown node:node /data
USER node
# The network of a container is its own: listen on all of it. The control API has no password: publish its port on 127.0.0.1 only.
ENV VSKIT_HOST=0.0.0.0 VSKIT_LOG=json
EXPOSE 4000 4001 4002
VOLUME /data
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s --retries=5 \
  CMD ["vskit", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["vskit"]
CMD ["simulator"]
