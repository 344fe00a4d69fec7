// MuJoCo, Jolt and Rapier at the scenes of `lamina bench --engines`. README.md here describes requests and answers.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

// Answers alone go to standard output; words of the engines go to standard error.
const answer = (value) => process.stdout.write(JSON.stringify(value) + '\n');
console.log = console.info = console.warn = (...words) => console.error(...words);

const engines = {
  mujoco: { module: 'mujoco-js', file: './mujoco.mjs' },
  jolt: { module: 'jolt-physics', file: './jolt.mjs' },
  rapier: { module: '@dimforge/rapier3d-simd-compat', file: './rapier.mjs' },
};

const versionOf = (module) =>
  JSON.parse(readFileSync(new URL(`./node_modules/${module}/package.json`, import.meta.url))).version;

async function describe(name) {
  const { module, file } = engines[name];
  const how = `WebAssembly of npm package ${module}, Node.js ${process.versions.node}`;
  try {
    const version = versionOf(module);
    const { settings, engineVersion } = await import(file);
    return { name, version: engineVersion ? await engineVersion() : version, how, settings, absence: '' };
  } catch (error) {
    const missing = error.code === 'ENOENT' || error.code === 'ERR_MODULE_NOT_FOUND';
    const absence = missing ? `npm package ${module} is not there: benchmarks/engines/install-npm gets it` : String(error);
    return { name, version: '', how, settings: '', absence };
  }
}

async function run(name, scene) {
  const { makeWorld, cannot = {} } = await import(engines[name].file);
  const unknown = scene.bodies.find((body) => body.shape in cannot);
  if (unknown) return { cannot: cannot[unknown.shape] };
  const world = await makeWorld(scene);
  const state = () => scene.bodies.flatMap((_, i) => world.pose(i));
  const states = [state()], milliseconds = [];
  for (let step = 1; step <= scene.steps; ++step) {
    const begin = performance.now();
    world.step();
    milliseconds.push(performance.now() - begin);
    if (step % scene.every === 0) states.push(state());
  }
  return { states, milliseconds };
}

async function reply(line) {
  if (line === 'engines') return Promise.all(Object.keys(engines).map(describe));
  const { engine, scene } = JSON.parse(line);
  if (!(engine in engines)) throw new Error('no such engine');
  return run(engine, scene);
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    answer(await reply(line));
  } catch (error) {
    answer({ error: String(error) });
  }
}
