import { redirect } from 'react-router'
import { catchRefusal, serve } from '#app/base/serve.server.ts'
import { findOwnAccount } from '#domain/accounts/queries.server.ts'
import { resendEmailLink } from '#domain/sign-in/email-links.server.ts'
import type { Route } from './+types/email-link.route'

/** Sends another link. In the embedded demo, mails are files on this machine, so it opens the latest link instead. */
export const action = serve('signedIn', async ({ context, payouts, listOutbox }, _args: Route.ActionArgs) => {
  if (payouts === 'demo') {
    const account = await findOwnAccount(context)
    const mails = (await listOutbox()).filter(({ to }) => to === account?.email)
    const latest = mails.toSorted((a, b) => b.at.getTime() - a.at.getTime())
    const path = latest.flatMap(({ text }) => /\/confirm-email\/[\w-]+/.exec(text) ?? [])[0]
    if (path && account?.emailUnconfirmed) throw redirect(path)
  }
  return catchRefusal(resendEmailLink(context).then(() => ({ done: 'We have sent you another link.' })))
})
