import type { Config } from '#server/config.server.ts'
import { readFreeMegabytes } from '#server/disk.ts'
import { type Check, type Finding, unless } from '#server/doctor/check.ts'

const warnBelowMegabytes = 1_000
/** A later start refuses to begin with less than this. */
const failBelowMegabytes = 60

export function createDiskCheck(config: Config): Check {
  return {
    name: 'Disk',
    advice: 'Check that DATA_DIR names a folder of this machine.',
    atStart: true,
    async run() {
      const free = await readFreeMegabytes(config)
      if (free === Infinity) return { state: 'not_configured', seen: 'This machine stores no data.' }
      const state = free < failBelowMegabytes ? 'failed' : 'warning'
      return {
        seen: `${Math.floor(free)} MB are free in ${config.dataDir}.`,
        ...unless(free >= warnBelowMegabytes, { state, advice: 'Free some space, or choose another DATA_DIR.' }),
      }
    },
  }
}

/** Nobody reads the addresses that are the defaults. */
export function createContactsCheck({ product, mail }: Pick<Config, 'product' | 'mail'>): Check {
  return {
    name: 'Contacts',
    advice: 'Set the contact emails.',
    atStart: true,
    async run(): Promise<Finding> {
      const { contacts } = product
      const addresses = {
        SUPPORT_EMAIL: contacts.supportEmail,
        HIRING_EMAIL: contacts.hiringEmail,
        LEGAL_EMAIL: contacts.legalEmail,
        PRIVACY_EMAIL: contacts.privacyEmail,
        GRIEVANCE_OFFICER_EMAIL: contacts.grievanceOfficer.email,
        ...(mail.smtpUrl && { MAIL_FROM: mail.from }),
      }
      const unset = Object.entries(addresses).flatMap(([name, address]) => (/\.example>?$/.test(address) ? name : []))
      return unset.length === 0
        ? { state: 'ok', seen: 'All contact emails are set.' }
        : {
            state: 'warning',
            seen: `Still an example: ${unset.join(', ')}.`,
            advice: 'Set them to addresses that you read.',
          }
    },
  }
}
