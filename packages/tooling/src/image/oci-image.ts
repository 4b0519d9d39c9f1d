import { spawn } from "node:child_process";
import { createHash, type Hash } from "node:crypto";
import { once } from "node:events";
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import type { ContainerConfig } from "./containerfile.ts";

const MEDIA = "application/vnd.oci.image";

/** A folder that becomes a layer of an image. */
export interface LayerContent {
  /** What made it, for the history of the image. */
  made: string;
  folder: string;
  /** The user and group of all files. */
  owner: number;
}

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

interface OciManifest {
  config: Descriptor;
  layers: Descriptor[];
}

export interface OciImage {
  config: ContainerConfig;
  layers: readonly LayerContent[];
  /** The name under which engines list it. */
  tag: string;
  created: Date;
}

/**
 * Writes an image as an OCI layout into a new folder. The same content has the same digest: files are sorted, without
 * times or owners of this machine. Returns the digest of the manifest and the size of what is downloaded, in bytes.
 */
export async function writeOciLayout(layout: string, image: OciImage): Promise<{ digest: string; size: number }> {
  mkdirSync(join(layout, "blobs/sha256"), { recursive: true });
  const layers: (Descriptor & { diffId: string })[] = [];
  for (const layer of image.layers) layers.push(await writeLayer(layout, layer));
  const created = image.created.toISOString();
  const config = writeJson(layout, `${MEDIA}.config.v1+json`, {
    created,
    architecture: process.arch === "x64" ? "amd64" : process.arch,
    os: "linux",
    config: image.config,
    rootfs: { type: "layers", diff_ids: layers.map(({ diffId }) => diffId) },
    history: image.layers.map(({ made }) => ({ created, created_by: made })),
  });
  const manifest = writeJson(layout, `${MEDIA}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config,
    layers: layers.map(({ mediaType, digest, size }) => ({ mediaType, digest, size })),
  });
  const named = { ...manifest, annotations: { "org.opencontainers.image.ref.name": image.tag } };
  writeFileSync(join(layout, "index.json"), JSON.stringify({ schemaVersion: 2, manifests: [named] }));
  writeFileSync(join(layout, "oci-layout"), JSON.stringify({ imageLayoutVersion: "1.0.0" }));
  return { digest: manifest.digest, size: layers.reduce((sum, { size }) => sum + size, config.size + manifest.size) };
}

/** Unpacks the one image of a layout into a new folder, after each of its blobs was compared with its digest. */
export async function unpackOciLayout(layout: string, folder: string): Promise<ContainerConfig> {
  const index = readIndex(layout);
  const [described] = index.manifests;
  if (described === undefined) throw new Error("The layout has no image.");
  const manifest = readBlob<OciManifest>(layout, described);
  const config = readBlob<{ config: ContainerConfig; rootfs: { diff_ids: string[] } }>(layout, manifest.config);
  mkdirSync(folder);
  for (const [at, layer] of manifest.layers.entries()) {
    const tar = spawn("tar", ["--extract", "--same-owner", "--same-permissions", "--keep-directory-symlink"], {
      cwd: folder,
      stdio: ["pipe", "inherit", "inherit"],
    });
    const ended = once(tar, "close");
    const packed = createHash("sha256");
    const unpacked = createHash("sha256");
    await pipeline(
      createReadStream(blobPath(layout, layer)),
      hashing(packed),
      createGunzip(),
      hashing(unpacked),
      tar.stdin,
    );
    await ended;
    if (tar.exitCode !== 0) throw new Error(`Layer ${at} cannot be unpacked.`);
    requireDigest(layer.digest, packed);
    requireDigest(config.rootfs.diff_ids[at] ?? "none", unpacked);
  }
  return config.config;
}

async function writeLayer(layout: string, { folder, owner }: LayerContent): Promise<Descriptor & { diffId: string }> {
  const ids = [`--owner=${owner}`, `--group=${owner}`];
  const order = ["--sort=name", "--mtime=@0", "--numeric-owner", "--format=gnu"];
  const tar = spawn("tar", ["--create", ...order, ...ids, "--directory", folder, "."], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(tar, "close");
  const unpacked = createHash("sha256");
  const packed = createHash("sha256");
  const unfinished = join(layout, "blobs/layer");
  await pipeline(
    tar.stdout,
    hashing(unpacked),
    createGzip({ level: 6 }),
    hashing(packed),
    createWriteStream(unfinished),
  );
  await ended;
  if (tar.exitCode !== 0) throw new Error(`tar ended with ${tar.exitCode}.`);
  const digest = `sha256:${packed.digest("hex")}`;
  const { size } = statSync(unfinished);
  const layer = { mediaType: `${MEDIA}.layer.v1.tar+gzip`, digest, size };
  renameSync(unfinished, blobPath(layout, layer));
  return { ...layer, diffId: `sha256:${unpacked.digest("hex")}` };
}

function writeJson(layout: string, mediaType: string, content: unknown): Descriptor {
  const text = Buffer.from(JSON.stringify(content));
  const descriptor = {
    mediaType,
    digest: `sha256:${createHash("sha256").update(text).digest("hex")}`,
    size: text.length,
  };
  writeFileSync(blobPath(layout, descriptor), text);
  return descriptor;
}

/** The blob's form is that of what was written here; its digest says that it is the same. */
function readBlob<T>(layout: string, descriptor: Descriptor): T {
  const text = readFileSync(blobPath(layout, descriptor));
  requireDigest(descriptor.digest, createHash("sha256").update(text));
  return JSON.parse(text.toString("utf8")) as T;
}

function readIndex(layout: string): { manifests: Descriptor[] } {
  return JSON.parse(readFileSync(join(layout, "index.json"), "utf8")) as { manifests: Descriptor[] };
}

function blobPath(layout: string, { digest }: Descriptor): string {
  return join(layout, "blobs", digest.replace(":", "/"));
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

function requireDigest(expected: string, hash: Hash): void {
  const found = `sha256:${hash.digest("hex")}`;
  if (found !== expected) throw new Error(`${expected} was announced, ${found} was found.`);
}
