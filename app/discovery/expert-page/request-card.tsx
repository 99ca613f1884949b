import { Phone, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProduct } from '#app/base/product.ts'
import { BookTime } from '#app/discovery/expert-page/book-time.tsx'
import { FavouriteButton } from '#app/discovery/expert-page/favourite-button.tsx'
import { OnlineAlert } from '#app/discovery/expert-page/online-alert.tsx'
import { RequestButton } from '#app/discovery/expert-page/request-button.tsx'
import { ShareButton } from '#app/discovery/expert-page/share-button.tsx'
import { detailsPath } from '#app/experts/expert-meta.ts'
import type { AskedQuestion } from '#app/experts/open-request-context.ts'
import { priceText, shareText } from '#app/experts/expert-text.ts'
import { firstName } from '#app/experts/first-name.ts'
import type { NextTime } from '#app/schedule/next-free.tsx'
import { cx } from '#app/ui/cx.ts'
import { PresenceText } from '#app/ui/presence-text.tsx'
import type { ExpertPage, ExpertStatus } from '#domain/discovery/contract.ts'
import { freeUnderSeconds } from '#kernel/limits.ts'

type Props = {
  expert: ExpertPage
  status: ExpertStatus
  alertIsSet: boolean
  isFavourite: boolean
  nextTime: NextTime | null
  takesBookings: boolean
  /** The question to ask again, for a student who follows the link of an alert. */
  asked: AskedQuestion | null
  className?: string
}

/** The services of an expert, each with its price and button. */
export function RequestCard(props: Props) {
  const { expert, status, alertIsSet, isFavourite, nextTime, takesBookings, asked, className } = props
  const price = priceText(expert)
  return (
    <section
      aria-labelledby="services"
      className={cx('rounded-card border border-line bg-raised p-5 md:p-6', className)}
    >
      <h2 id="services" className="text-lead">
        Services
      </h2>
      <Service icon={<Video />} name="Video Call" price={price}>
        <RequestButton expert={expert} status={status} callType="video" takesBookings={takesBookings} asked={asked}>
          Book Video Session
        </RequestButton>
      </Service>
      <Service icon={<Phone />} name="Audio Call" price={price}>
        <RequestButton
          expert={expert}
          status={status}
          callType="audio"
          takesBookings={takesBookings}
          asked={asked}
          variant="outline"
        >
          Book Audio Call
        </RequestButton>
      </Service>
      <UnavailableReason expert={expert} status={status} />
      <OnlineAlert expert={expert} status={status} isSet={alertIsSet} />
      {takesBookings && <BookTime expert={expert} nextTime={nextTime} className="mt-4" />}
      <p className="mt-5 border-t border-line pt-4 text-small text-quiet">
        You pay only while you are both connected. A call of under {freeUnderSeconds} seconds costs nothing.
      </p>
      <div className="mt-2 grid grid-cols-1">
        <FavouriteButton isFavourite={isFavourite} />
        <ShareProfile expert={expert} />
      </div>
    </section>
  )
}

function Service(props: { icon: ReactNode; name: string; price: string; children: ReactNode }) {
  return (
    <div className="mt-4">
      <p className="mb-2 flex items-center gap-2.5">
        <span aria-hidden="true" className="text-quiet [&>svg]:size-4.5">
          {props.icon}
        </span>
        {props.name}
        <span className="figures ml-auto font-semibold">{props.price}</span>
      </p>
      {props.children}
    </div>
  )
}

/** Explains why the call buttons are disabled. */
function UnavailableReason({ expert, status }: Pick<Props, 'expert' | 'status'>) {
  const expertFirstName = firstName(expert.name)
  return (
    <PresenceText
      as="p"
      aria-live="polite"
      presence={status}
      statusTexts={{
        online: '',
        busy: `${expertFirstName} is in a session. You can call when it ends.`,
        offline: `${expertFirstName} is offline and cannot be called now.`,
      }}
      className="mt-5 mb-3 text-small text-soft empty:hidden"
    />
  )
}

function ShareProfile({ expert }: { expert: ExpertPage }) {
  const product = useProduct()
  const profile = {
    title: `${expert.name}, ${expert.title}`,
    text: shareText(expert, product.name),
    url: product.origin + detailsPath(expert),
  }
  return <ShareButton profile={profile} copiedText="Expert profile link copied to clipboard!" />
}
