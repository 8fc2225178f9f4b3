/** Addresses of the administrators' pages and of what they link to. */
export const adminPaths = {
  labs: '/admin/labs',
  doctors: '/admin/doctors',
  users: '/admin/users',
  newLab: '/admin/new-lab',
  newDoctor: '/admin/new-doctor',
  newAdmin: '/admin/new-admin',
  sessions: '/sessions',
} as const
