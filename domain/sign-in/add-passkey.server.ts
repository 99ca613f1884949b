import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import { endAllSignIns, requireSignIn } from '#domain/accounts/end-sign-ins.server.ts'
import { findRecipient, lockProfile } from '#domain/accounts/profile-rows.server.ts'
import { browserName } from '#domain/accounts/rules.ts'
import { markSecondFactor } from '#domain/accounts/start-sign-in.server.ts'
import { writeAudit } from '#domain/audit/write-audit.server.ts'
import type { Context } from '#domain/context.server.ts'
import { inTransaction } from '#domain/in-transaction.server.ts'
import { notify } from '#domain/notifications/notify.server.ts'
import { allow } from '#domain/policy.ts'
import { confirmPassword } from '#domain/sign-in/confirm-password.server.ts'
import { newPasskey, type NewPasskey, passkeyName } from '#domain/sign-in/contract.ts'
import {
  challengeHolders,
  getPasskeyHost,
  type PasskeySite,
  storeChallenge,
  takeChallenge,
} from '#domain/sign-in/passkey-challenges.server.ts'
import { countRecoveryCodes, replaceRecoveryCodes } from '#domain/sign-in/recovery-codes.server.ts'
import type { AccountId } from '#kernel/ids.ts'
import { passkeysMax, passkeyTimeoutMs } from '#kernel/limits.ts'
import { parse } from '#kernel/parse.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Database } from '#platform/db/database.ts'

/** EdDSA, ES256 and RS256. A device uses the first algorithm that it supports. Every device supports at least one. */
const algorithms = [-8, -7, -257]

/** Returns the options for the browser. Requires the password, because a passkey outlives this sign-in. */
export async function startPasskey(ctx: Context, { password, site }: { password: string; site: PasskeySite }) {
  allow(ctx.actor, 'signedIn')
  const { id, signInId } = ctx.actor
  const host = getPasskeyHost(site)
  await confirmPassword(ctx, id, password)
  const own = await listCredentials(ctx.db, id)
  if (own.length >= passkeysMax) throw new Refusal('too_many_passkeys')
  const person = await findRecipient(ctx.db, id)
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: host,
    userID: userHandle(id),
    userName: person?.email ?? '',
    userDisplayName: person?.fullName ?? '',
    challenge: await storeChallenge(ctx, challengeHolders.add(signInId)),
    timeout: passkeyTimeoutMs,
    excludeCredentials: own.map(({ credential_id }) => ({ id: credential_id.toString('base64url') })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
}

/**
 * Adds the passkey that the browser has created. For a team member, the passkey is a second factor. The member's other
 * sign-ins end, because they were made without this factor. A member without recovery codes gets new ones.
 */
export async function addPasskey(
  ctx: Context,
  input: { response: unknown; name: string; site: PasskeySite; userAgent: string },
): Promise<{ recoveryCodes: string[] }> {
  allow(ctx.actor, 'signedIn')
  const { id, role, signInId } = ctx.actor
  const response = parse(newPasskey, input.response, 'passkey_not_accepted')
  const browser = browserName(input.userAgent)
  const name = parse(passkeyName, input.name) || browser
  const challenge = await takeChallenge(ctx, challengeHolders.add(signInId))
  const credential = await verifyNewPasskey(response, { challenge, site: input.site })
  const now = ctx.clock.now()
  return inTransaction(ctx, async (txCtx) => {
    const { db } = txCtx
    await lockProfile(db, id)
    await requireSignIn(db, signInId)
    if ((await listCredentials(db, id)).length >= passkeysMax) throw new Refusal('too_many_passkeys')
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('passkeys')
      .values({
        profile_id: id,
        credential_id: Buffer.from(credential.id, 'base64url'),
        public_key: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: response.response.transports,
        name,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) throw new Refusal('passkey_exists')
    await notify(txCtx, {
      to: id,
      kind: 'security',
      facts: { what: 'passkey_added', browser },
      once: `passkey ${credential.id}`,
    })
    await markSecondFactor(db, signInId, now)
    if (role !== 'team') return { recoveryCodes: [] }
    await writeAudit(txCtx, { act: 'passkey added', about: id, details: { name } })
    await endAllSignIns(txCtx, id, signInId)
    return { recoveryCodes: (await countRecoveryCodes(db, id)) > 0 ? [] : await replaceRecoveryCodes(txCtx, id) }
  })
}

/** The user handle, which the passkey returns at sign-in: the id of the account, without the person's name. */
export function userHandle(id: AccountId): Uint8Array<ArrayBuffer> {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

async function verifyNewPasskey(response: NewPasskey, { challenge, site }: { challenge: string; site: PasskeySite }) {
  const expectedRPID = getPasskeyHost(site)
  try {
    refuseCertificates(response)
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
    if (registrationInfo) return registrationInfo.credential
  } catch {
    // The response is untrusted input. The library throws if anything in it is invalid.
  }
  throw new Refusal('passkey_not_accepted')
}

/**
 * Refuses device certificates, which we do not request. To check one, the library would download revocation lists from
 * addresses that the certificate contains.
 */
function refuseCertificates({ response }: NewPasskey): void {
  const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'))
  const isPlain = attestation.get('fmt') === 'none' || attestation.get('fmt') === 'packed'
  if (!isPlain || attestation.get('attStmt').get('x5c')) throw new Error('The passkey has a certificate.')
}

function listCredentials(db: Database, id: AccountId) {
  return db.selectFrom('passkeys').select('credential_id').where('profile_id', '=', id).execute()
}
