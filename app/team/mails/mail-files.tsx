import { ChevronDown } from 'lucide-react'
import { useZone } from '#app/base/zone.tsx'
import { dayAndTime } from '#kernel/time.ts'

type MailFile = { name: string; to: string; subject: string; text: string; at: Date }

/** Mails written to files because no mail server is configured. */
export function MailFiles({ mails }: { mails: MailFile[] }) {
  const zone = useZone()
  return (
    <ul className="divide-y divide-line border-y border-line">
      {mails.map((mail) => (
        <li key={mail.name}>
          <details className="group">
            <summary className="flex min-h-14 cursor-pointer list-none items-center gap-4 py-3 [&::-webkit-details-marker]:hidden">
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block font-medium">{mail.subject}</span>
                <span className="text-small text-quiet">
                  to {mail.to}, {dayAndTime(mail.at, zone)}
                </span>
              </span>
              <ChevronDown
                className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180"
                aria-hidden="true"
              />
            </summary>
            <p className="mb-5 rounded-control bg-raised p-4 text-small whitespace-pre-wrap text-soft wrap-anywhere">
              {linkUrls(mail.text)}
            </p>
          </details>
        </li>
      ))}
    </ul>
  )
}

/** Turns the URLs in a mail into links. */
function linkUrls(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a mail never change
      <a key={index} href={part} className="text-text underline underline-offset-4">
        {part}
      </a>
    ),
  )
}
