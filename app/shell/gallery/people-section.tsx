import { BadgeCheck, Check, Clock, CircleDot, Star, X } from 'lucide-react'
import { Depths, Example, Section } from '#app/shell/gallery/section.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card, CardHeader, CardLink } from '#app/ui/card.tsx'
import { formatRupees, paise } from '#kernel/money.ts'

const names = [
  'Asha Verma',
  'Ravi Shankar',
  'Dr. Kavita Rao',
  'Imran Sheikh',
  'Meera Nair',
  'Gurpreet Singh Bedi',
  'Lakshmi',
  'कविता राव',
  'Joseph D’Souza',
  'Farah Khan',
]
// A placeholder photo that needs no network.
const portrait = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#2b4a57"/><circle cx="48" cy="40" r="18" fill="#d8a47f"/><path d="M12 96c4-24 20-34 36-34s32 10 36 34" fill="#e9e2d0"/><path d="M29 38c-2-18 8-24 19-24s21 6 19 24c-4-8-8-12-19-12s-15 4-19 12" fill="#221a17"/></svg>',
)}`

export function PeopleSection({ id, title }: { id: string; title: string }) {
  return (
    <Section id={id} title={title}>
      <Example title="Avatars by name" row>
        {names.map((name) => (
          <Avatar key={name} name={name} alone />
        ))}
        <Avatar name="" />
      </Example>
      <Example title="Sizes, pictures, and a picture that does not load" row>
        <Avatar name="Ravi Shankar" src={portrait} size="small" presence="online" />
        <Avatar name="Ravi Shankar" src={portrait} presence="busy" />
        <Avatar name="Ravi Shankar" src={portrait} size="large" presence="offline" />
        <Avatar name="Ravi Shankar" src={portrait} size="huge" presence="online" />
        <Avatar name="Meera Nair" src="/no-such-portrait.webp" size="large" presence="online" />
        <Avatar name="Imran Sheikh" size="huge" presence="busy" />
      </Example>
      <Depths>
        <div className="flex flex-wrap gap-2">
          <Badge>Organic Chemistry</Badge>
          <Badge tone="good" icon={<CircleDot />}>
            Available Now
          </Badge>
          <Badge tone="accent" icon={<Clock />}>
            In a Session
          </Badge>
          <Badge tone="info" icon={<Check />}>
            Processed
          </Badge>
          <Badge tone="bad" icon={<X />}>
            Rejected
          </Badge>
          <Badge tone="good">+ {formatRupees(paise(96_00))}</Badge>
        </div>
      </Depths>
      <div className="grid gap-4 md:grid-cols-3">
        <ExpertCard name="Ravi Shankar" src={portrait} />
        <Card as="section">
          <CardHeader
            title="Wallet"
            level={3}
            description="Enough for 2 h 4 min"
            action={
              <Button size="small" variant="outline">
                Add Money
              </Button>
            }
          />
          <p className="figures text-title font-semibold">{formatRupees(paise(1_240_50))}</p>
        </Card>
        <Card>
          <p className="text-soft">A card without a heading.</p>
        </Card>
      </div>
    </Section>
  )
}

function ExpertCard({ name, src }: { name: string; src: string }) {
  return (
    <Card as="article">
      <div className="flex items-center gap-4">
        <Avatar name={name} src={src} size="large" presence="online" />
        <div className="min-w-0">
          <h3 className="flex items-center gap-1.5 text-lead font-semibold">
            <CardLink to="/gallery#people">{name}</CardLink>
            <BadgeCheck className="size-5 text-info" aria-label="Verified" />
          </h3>
          <p className="text-small text-good">Available Now</p>
        </div>
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Badge>JEE Physics</Badge>
        <Badge>Calculus</Badge>
        <Badge>Study Techniques</Badge>
      </div>
      <p className="figures mt-4 flex items-center justify-between text-small text-soft">
        <span className="flex items-center gap-1.5">
          <Star className="size-4 fill-current text-accent" aria-hidden="true" />
          <span className="sr-only">Rating </span>4.9
          <span className="text-quiet">from 212 sessions</span>
        </span>
        <span className="font-semibold text-text">{formatRupees(paise(10_00))}/min</span>
      </p>
    </Card>
  )
}
