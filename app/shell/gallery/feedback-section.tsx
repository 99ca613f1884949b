import { CalendarClock, SearchX } from 'lucide-react'
import { Depths, Example, Section } from '#app/shell/gallery/section.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { Loading, Skeleton, SkeletonText } from '#app/ui/skeleton.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatRupees, paise } from '#kernel/money.ts'

export function FeedbackSection({ id, title }: { id: string; title: string }) {
  return (
    <Section id={id} title={title}>
      <Depths>
        <div className="space-y-3">
          <Notice title="Your application is under review">We answer within 72 hours.</Notice>
          <Notice tone="good">{formatRupees(paise(500_00))} were added to your wallet.</Notice>
          <Notice tone="bad" title="Not enough money">
            A session needs at least {formatRupees(paise(50_00))}. You have {formatRupees(paise(12_50))}.
          </Notice>
        </div>
      </Depths>
      <Example title="A notice with a next step">
        <Notice
          tone="bad"
          title="The experts could not be loaded"
          action={
            <Button size="small" variant="outline">
              Try Again
            </Button>
          }
        >
          Your connection may have dropped. Nothing was charged.
        </Notice>
      </Example>
      <Example title="Toasts" row>
        <Button
          variant="outline"
          onClick={() =>
            toast({
              kind: 'success',
              text: `Successfully added ${formatRupees(paise(500_00))} to your wallet`,
            })
          }
        >
          Success
        </Button>
        <Button
          variant="outline"
          onClick={() =>
            toast({
              kind: 'error',
              text: 'Network error',
              description: 'Please check your connection and try again. Nothing was charged.',
            })
          }
        >
          Error
        </Button>
        <Button
          variant="outline"
          onClick={() => toast({ kind: 'info', text: 'Call ended', description: '12 min, ₹120' })}
        >
          Info
        </Button>
        <Button variant="outline" onClick={saveSlowly}>
          Loading, then success
        </Button>
      </Example>
      <Example title="Progress">
        <div className="grid max-w-form gap-5">
          <Progress label="Uploading identity-proof.pdf" value={42} />
          <Progress label="Preparing the export" value={1_240} max={3_000} text="1,240 of 3,000 rows" />
          <Progress label="Uploaded" value={100} />
          <Progress label="Connecting to Ravi Shankar" />
        </div>
      </Example>
      <Example title="Spinner" row>
        <Spinner label="Loading" />
        <span className="inline-flex items-center gap-2 text-soft">
          <Spinner className="size-4" />
          Loading withdrawal history...
        </span>
      </Example>
      <Example title="Skeletons">
        <Loading label="Loading the experts" className="grid gap-4 md:grid-cols-2">
          {['one', 'two'].map((key) => (
            <Card key={key}>
              <div className="flex items-center gap-4">
                <Skeleton className="size-18 rounded-full!" />
                <SkeletonText lines={2} className="flex-1" />
              </div>
              <SkeletonText className="mt-5" />
            </Card>
          ))}
        </Loading>
      </Example>
      <Example title="Empty states">
        <div className="grid gap-4 md:grid-cols-2">
          <EmptyState
            level={4}
            icon={<SearchX />}
            heading="No experts available right now"
            action={<Button variant="outline">Reset Filters</Button>}
          >
            No experts matching your criteria found. Try changing your filters or check back soon.
          </EmptyState>
          <EmptyState level={4} icon={<CalendarClock />} heading="No withdrawal requests yet" />
        </div>
      </Example>
    </Section>
  )
}

function saveSlowly(): void {
  toast({ kind: 'loading', text: 'Saving your profile...', id: 'profile' })
  setTimeout(() => toast({ kind: 'success', text: 'Profile updated successfully!', id: 'profile' }), 2_000)
}
