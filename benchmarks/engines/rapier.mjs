import RAPIER from '@dimforge/rapier3d-simd-compat';

export const settings = '4 solver iterations, no sleep, ground a half-space, meshes as trimesh with FIX_INTERNAL_EDGES';

const xyz = ([x, y, z]) => ({ x, y, z });

function shapeOf(body) {
  const { ColliderDesc } = RAPIER;
  switch (body.shape) {
    case 'sphere': return ColliderDesc.ball(body.radius);
    case 'box': return ColliderDesc.cuboid(...body.size.map((s) => s / 2));
    case 'cylinder': return ColliderDesc.cylinder(body.height / 2, body.radius);
    case 'mesh': return ColliderDesc.trimesh(new Float32Array(body.vertices.flat()),
      new Uint32Array(body.faces.flat()), RAPIER.TriMeshFlags.FIX_INTERNAL_EDGES);
    default: return ColliderDesc.convexHull(new Float32Array(body.vertices.flat()));
  }
}

export async function makeWorld(scene) {
  await RAPIER.init();
  const world = new RAPIER.World(xyz(scene.gravity));
  world.timestep = scene.time_step;
  const half = new RAPIER.ColliderDesc(new RAPIER.HalfSpace(xyz([0, 1, 0])));
  world.createCollider(half.setFriction(scene.friction).setRestitution(scene.restitution));
  const bodies = scene.bodies.map((body) => {
    const [w, x, y, z] = body.orientation;
    const made = world.createRigidBody((body.fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic())
      .setTranslation(...body.position).setRotation({ w, x, y, z })
      .setLinvel(...body.velocity).setAngvel(xyz(body.spin)).setCanSleep(false));
    world.createCollider(shapeOf(body).setFriction(scene.friction).setRestitution(scene.restitution)
      .setMassProperties(body.mass, xyz([0, 0, 0]), xyz(body.inertia), { w: 1, x: 0, y: 0, z: 0 }), made);
    return made;
  });
  return {
    step: () => world.step(),
    pose: (i) => {
      const p = bodies[i].translation(), q = bodies[i].rotation();
      return [p.x, p.y, p.z, q.w, q.x, q.y, q.z];
    },
  };
}
