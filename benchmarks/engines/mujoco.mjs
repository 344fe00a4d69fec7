import load from 'mujoco-js';

export const settings = 'Euler, Newton solver, pyramid of friction, meshes as sdf geoms with sdf_initpoints 10; '
  + 'no restitution in its defaults';

// Points from which contacts between signed distances are searched. The usual 40 take three times as long for heaps
// no calmer; with 4, bodies stay deep in each other.
const searches = 10;

const words = (...numbers) => numbers.join(' ');

// Bodies with the same vertices share a mesh.
function meshesOf(bodies) {
  const names = new Map();
  const xml = [];
  const nameOf = (body) => {
    const vertices = body.vertices.flat().join(' ');
    const faces = body.shape === 'mesh' ? ` face="${body.faces.flat().join(' ')}"` : '';
    if (!names.has(vertices)) {
      names.set(vertices, `mesh${names.size}`);
      xml.push(`<mesh name="${names.get(vertices)}" vertex="${vertices}"${faces}/>`);
    }
    return names.get(vertices);
  };
  return { names: bodies.map((b) => (b.vertices ? nameOf(b) : '')), xml: xml.join('') };
}

function geometry(body, mesh) {
  switch (body.shape) {
    case 'sphere': return `type="sphere" size="${body.radius}"`;
    case 'box': return `type="box" size="${words(...body.size.map((s) => s / 2))}"`;
    // Its cylinders lie along z, ours along y.
    case 'cylinder': return `type="cylinder" size="${body.radius} ${body.height / 2}" zaxis="0 1 0"`;
    // By their signed distance: geoms of the type mesh collide as their convex hulls.
    case 'mesh': return `type="sdf" mesh="${mesh}"`;
    default: return `type="mesh" mesh="${mesh}"`;
  }
}

function describe(scene) {
  const friction = `friction="${scene.friction} 0.005 0.0001"`;
  const meshes = meshesOf(scene.bodies);
  const bodies = scene.bodies.map((b, i) => `<body name="b${i}" pos="${words(...b.position)}"`
    + ` quat="${words(...b.orientation)}">${b.fixed ? '' : '<freejoint/>'}`
    + `<inertial pos="0 0 0" mass="${b.mass}" diaginertia="${words(...b.inertia)}"/>`
    + `<geom ${geometry(b, meshes.names[i])} ${friction}/></body>`).join('');
  return `<mujoco><option timestep="${scene.time_step}" gravity="${words(...scene.gravity)}"`
    + ` sdf_initpoints="${searches}"/>`
    + `<size memory="256M"/><asset>${meshes.xml}</asset>`
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
  // Only bodies that move have coordinates.
  const moving = scene.bodies.filter((body) => !body.fixed);
  moving.forEach((body, i) => {
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
    pose: (i) => {
      const body = scene.bodies[i], k = moving.indexOf(body);
      return body.fixed ? [...body.position, ...body.orientation] : Array.from(data.qpos.subarray(7 * k, 7 * k + 7));
    },
  };
}
