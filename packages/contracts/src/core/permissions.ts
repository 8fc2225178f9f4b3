import { z } from 'zod'

export const roles = ['admin', 'lab_staff', 'doctor_account'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>

/** The roles' labels for users. */
export const roleNames: Record<Role, string> = { admin: 'Administrator', lab_staff: 'Lab Staff', doctor_account: 'Doctor' }

const everyone = roles

/**
 * The one permission table: the API's guard and the web's `can()` read it.
 * It says which role may call; which rows a role sees is `visibility.ts` in the database package.
 */
export const permissions = {
  'worklist.admin': ['admin'],
  'worklist.lab': ['lab_staff'],
  'worklist.doctor': ['doctor_account'],
  'study.view': everyone,
  'study.search': everyone,
  'study.export': everyone,
  'study.share': everyone,
  'list.save': everyone,
  'discussion.write': everyone,
  'deadline.pause': ['admin', 'doctor_account'],
  'deadline.answer': ['admin', 'lab_staff'],
  'location.list': everyone,
  'tat.view': everyone,
  'study.interact': ['admin', 'doctor_account'],
  'assignment.edit': ['admin'],
  'doctor.list': ['admin'],
  'lab.manage': ['admin'],
  'study.locate': ['admin'],
  'system.manage': ['admin'],
  'privacy.manage': ['admin'],
  'identity.review': ['admin'],
  'doctor.manage': ['admin'],
  'user.manage': ['admin'],
  'presence.subscribe': ['admin', 'doctor_account'],
  'profile.edit': ['doctor_account'],
  'patient.view': everyone,
  'patient.edit': ['admin', 'lab_staff'],
  'order.manage': ['admin', 'lab_staff'],
  'document.view': everyone,
  'document.upload': ['admin', 'lab_staff'],
  'document.delete': ['admin', 'lab_staff'],
  'report.view': everyone,
  'report.edit': ['admin', 'doctor_account'],
  'report.write': ['doctor_account'],
  'critical.acknowledge': ['admin', 'lab_staff'],
  'report.unauthorize': ['admin'],
  'report.dispatch': ['admin'],
  'template.manage': ['admin'],
  'template.write': ['admin', 'doctor_account'],
  'list.give': ['admin'],
  'image.view': everyone,
  'image.download': everyone,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof permissions

export function can(role: Role, permission: Permission): boolean {
  const allowed: readonly Role[] = permissions[permission]
  return allowed.includes(role)
}

/** Each role's dashboard: the page after sign-in, and the redirect from a page of another role. */
export const dashboardPaths: Record<Role, string> = {
  admin: '/admin/dashboard',
  lab_staff: '/lab/dashboard',
  doctor_account: '/doctor/dashboard',
}
