import { doctorEndpoints } from '@readroom/contracts/people/doctors'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { mount } from '../../core/http/mount.ts'
import { doctorProfileRoutes } from './doctor-profiles.routes.ts'
import { createDoctorService } from './doctors.service.ts'

export function doctorRoutes(app: FastifyInstance, context: Context): void {
  const doctors = createDoctorService(context)
  mount(app, context, doctorEndpoints.list, async ({ query }) => ({ doctors: await doctors.list(query.status) }))
  mount(app, context, doctorEndpoints.one, async ({ params }) => ({ doctor: await doctors.one(params.doctorId) }))
  doctorProfileRoutes(app, context)
}
