import { Phone, Share2, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProduct } from '#app/base/product.ts'
import { BookTime } from '#app/discovery/expert-page/book-time.tsx'
import { FavouriteButton } from '#app/discovery/expert-page/favourite-button.tsx'
import { OnlineAlert } from '#app/discovery/expert-page/online-alert.tsx'
import { RequestButton } from '#app/discovery/expert-page/request-button.tsx'
import { shareProfile } from '#app/discovery/expert-page/share.ts'
import { detailsPath } from '#app/experts/expert-meta.ts'
import { priceText, shareText } from '#app/experts/expert-text.ts'
import { firstName } from '#app/experts/first-name.ts'
import type { NextTime } from '#app/schedule/next-free.tsx'
import { Button } from '#app/ui/button.tsx'
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
  className?: string
}

/** The services of an expert, each with its price and button. */
export function RequestCard(props: Props) {
  const { expert, status, alertIsSet, isFavourite, nextTime, takesBookings, className } = props
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
        <RequestButton expert={expert} status={status} callType="video">
          Book Video Session
        </RequestButton>
      </Service>
      <Service icon={<Phone />} name="Audio Call" price={price}>
        <RequestButton expert={expert} status={status} callType="audio" variant="outline">
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
        <ShareButton expert={expert} />
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

function ShareButton({ expert }: { expert: ExpertPage }) {
  const product = useProduct()
  const share = () =>
    shareProfile({
      title: `${expert.name}, ${expert.title}`,
      text: shareText(expert, product.name),
      url: product.origin + detailsPath(expert),
    })
  return (
    <Button variant="quiet" className="w-full" onClick={() => void share()}>
      <Share2 className="size-4.5" aria-hidden="true" />
      Share Profile
    </Button>
  )
}
