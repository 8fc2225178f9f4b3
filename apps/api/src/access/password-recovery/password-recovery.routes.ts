import { passwordRecoveryEndpoints } from '@readroom/contracts/access/password-recovery'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { addressOf } from '../../core/http/client.ts'
import { mount } from '../../core/http/mount.ts'
import { createPasswordRecoveryService } from './password-recovery.service.ts'

export function passwordRecoveryRoutes(app: FastifyInstance, context: Context): void {
  const recovery = createPasswordRecoveryService(context)

  mount(app, context, passwordRecoveryEndpoints.sendOtp, async ({ body, request }) => {
    await recovery.sendCode(body.email, addressOf(request))
    return { message: 'OTP sent successfully! Please check your email.' }
  })
  mount(app, context, passwordRecoveryEndpoints.resendOtp, async ({ body, request }) => {
    await recovery.sendCode(body.email, addressOf(request))
    return { message: 'New OTP sent successfully!' }
  })
  mount(app, context, passwordRecoveryEndpoints.verifyOtp, async ({ body, request }) => {
    const resetToken = await recovery.exchangeCode(body.email, body.otp, addressOf(request))
    return { message: 'OTP verified successfully!', data: { resetToken } }
  })
  mount(app, context, passwordRecoveryEndpoints.resetPassword, async ({ body, request }) => {
    await recovery.resetPassword(body, addressOf(request))
    return { message: 'Password reset successfully! Redirecting to login...' }
  })
}
