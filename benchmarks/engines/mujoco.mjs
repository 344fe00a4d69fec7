import load from 'mujoco-js';

export const settings = 'Euler, Newton solver, pyramid of friction; no restitution in its defaults';

const words = (...numbers) => numbers.join(' ');

function geometry(body, index) {
  switch (body.shape) {
    case 'sphere': return `type="sphere" size="${body.radius}"`;
    case 'box': return `type="box" size="${words(...body.size.map((s) => s / 2))}"`;
    // Its cylinders lie along z, ours along y.
    case 'cylinder': return `type="cylinder" size="${body.radius} ${body.height / 2}" zaxis="0 1 0"`;
    default: return `type="mesh" mesh="hull${index}"`;
  }
}

function describe(scene) {
  const friction = `friction="${scene.friction} 0.005 0.0001"`;
  const meshes = scene.bodies.map((b, i) => (b.shape === 'hull'
    ? `<mesh name="hull${i}" vertex="${b.vertices.flat().join(' ')}"/>` : '')).join('');
  const bodies = scene.bodies.map((b, i) => `<body name="b${i}" pos="${words(...b.position)}"`
    + ` quat="${words(...b.orientation)}"><freejoint/>`
    + `<inertial pos="0 0 0" mass="${b.mass}" diaginertia="${words(...b.inertia)}"/>`
    + `<geom ${geometry(b, i)} ${friction}/></body>`).join('');
  return `<mujoco><option timestep="${scene.time_step}" gravity="${words(...scene.gravity)}"/>`
    + `<size memory="256M"/><asset>${meshes}</asset>`
    + `<worldbody><geom type="plane" size="0 0 1" zaxis="0 1 0" ${friction}/>${bodies}</worldbody></mujoco>`;
}

export async function engineVersion() {
  return (await load()).mj_versionString();
}

export async function makeWorld(scene) {
  const mujoco = await load();
  mujoco.FS.writeFile('/scene.xml', describe(scene));
  const model = mujoco.MjModel.loadFromXML('/scene.xml');
  const data = new mujoco.MjData(model);
  scene.bodies.forEach((body, i) => {
    // Velocities turn in the body's frame.
    const [w, x, y, z] = body.orientation;
    const v = body.spin;
    const t = [0, 1, 2].map((k) => {
      const q = [-x, -y, -z], a = (k + 1) % 3, b = (k + 2) % 3;
      return 2 * (q[a] * v[b] - q[b] * v[a]);
    });
    const q = [-x, -y, -z];
    const turned = [0, 1, 2].map((k) => {
      const a = (k + 1) % 3, b = (k + 2) % 3;
      return v[k] + w * t[k] + q[a] * t[b] - q[b] * t[a];
    });
    data.qvel.set([...body.velocity, ...turned], 6 * i);
  });
  return {
    step: () => mujoco.mj_step(model, data),
    pose: (i) => Array.from(data.qpos.subarray(7 * i, 7 * i + 7)),
  };
}
