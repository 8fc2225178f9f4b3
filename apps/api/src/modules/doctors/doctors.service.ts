import type { Doctor } from '@readroom/contracts/doctors'
import { AppError } from '@readroom/contracts/errors'
import { splitName } from '@readroom/contracts/names'
import { type DoctorRecord, findDoctor, listDoctors } from '@readroom/db/queries/doctors'
import type { Context } from '../../context.ts'

function toDoctor({ id, fullName, email, specialization, isLoggedIn, openStudies }: DoctorRecord): Doctor {
  return { _id: id, fullName, ...splitName(fullName), email, specialization, isLoggedIn, openStudies }
}

export function createDoctorService({ db }: Pick<Context, 'db'>) {
  return {
    async list(status?: 'active' | 'inactive'): Promise<Doctor[]> {
      return (await listDoctors(db, status)).map(toDoctor)
    },

    async one(doctorId: string): Promise<Doctor> {
      const doctor = await findDoctor(db, doctorId)
      if (!doctor) throw new AppError('DOCTOR_NOT_FOUND')
      return toDoctor(doctor)
    },
  }
}
