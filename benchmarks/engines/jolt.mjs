import load from 'jolt-physics';

export const settings = '10 velocity and 2 position steps, no sleep, ground a plane, usual convex radius (at most 50 mm)';

// Its meshes meet neither each other nor a plane, but fall through both.
export const cannot = { mesh: 'moving concave meshes' };

const usualConvexRadius = 0.05;
const fixedLayer = 0, movingLayer = 1;

function makeInterface(Jolt) {
  const made = new Jolt.JoltSettings();
  const pairs = new Jolt.ObjectLayerPairFilterTable(2);
  pairs.EnableCollision(fixedLayer, movingLayer);
  pairs.EnableCollision(movingLayer, movingLayer);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(fixedLayer, new Jolt.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(movingLayer, new Jolt.BroadPhaseLayer(1));
  made.mObjectLayerPairFilter = pairs;
  made.mBroadPhaseLayerInterface = layers;
  made.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
  return new Jolt.JoltInterface(made);
}

export async function makeWorld(scene) {
  const Jolt = await load();
  const vec = ([x, y, z]) => new Jolt.Vec3(x, y, z);
  const point = ([x, y, z]) => new Jolt.RVec3(x, y, z);
  const turn = ([w, x, y, z]) => new Jolt.Quat(x, y, z, w);
  const jolt = makeInterface(Jolt);
  const physics = jolt.GetPhysicsSystem();
  physics.SetGravity(vec(scene.gravity));
  const bodies = physics.GetBodyInterface();

  const shapeOf = (body) => {
    switch (body.shape) {
      case 'sphere': return new Jolt.SphereShape(body.radius);
      case 'box': return new Jolt.BoxShape(vec(body.size.map((s) => s / 2)), usualConvexRadius);
      case 'cylinder': {
        const radius = Math.min(usualConvexRadius, body.height / 4, body.radius / 4);
        return new Jolt.CylinderShape(body.height / 2, body.radius, radius);
      }
      default: {
        const hull = new Jolt.ConvexHullShapeSettings();
        for (const vertex of body.vertices) hull.mPoints.push_back(vec(vertex));
        return hull.Create().Get();
      }
    }
  };
  const add = (shape, position, orientation, moving, adapt) => {
    const made = new Jolt.BodyCreationSettings(shape, point(position), turn(orientation),
      moving ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static, moving ? movingLayer : fixedLayer);
    made.mFriction = scene.friction;
    made.mRestitution = scene.restitution;
    made.mAllowSleeping = false;
    adapt(made);
    const body = bodies.CreateBody(made);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    return body;
  };

  const plane = new Jolt.PlaneShape(new Jolt.Plane(vec([0, 1, 0]), 0), new Jolt.PhysicsMaterial(), 200);
  add(plane, [0, 0, 0], [1, 0, 0, 0], false, () => {});
  const made = scene.bodies.map((body) => add(shapeOf(body), body.position, body.orientation, true, (settings) => {
    settings.mOverrideMassProperties = Jolt.EOverrideMassProperties_MassAndInertiaProvided;
    settings.mMassPropertiesOverride.mMass = body.mass;
    settings.mMassPropertiesOverride.mInertia = Jolt.Mat44.prototype.sScale(vec(body.inertia));
    settings.mLinearVelocity = vec(body.velocity);
    settings.mAngularVelocity = vec(body.spin);
    settings.mLinearDamping = 0;
    settings.mAngularDamping = 0;
  }));
  return {
    step: () => jolt.Step(scene.time_step, 1),
    pose: (i) => {
      const p = made[i].GetPosition(), q = made[i].GetRotation();
      return [p.GetX(), p.GetY(), p.GetZ(), q.GetW(), q.GetX(), q.GetY(), q.GetZ()];
    },
  };
}
