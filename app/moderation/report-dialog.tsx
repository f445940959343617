import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { ReportFields, SendReport, useReportForm } from './report-form.tsx'
import { type ReportKind, reportHref } from './moderation-rules.ts'

type Props = { kind: ReportKind; id: string | number; name: string; onClose: () => void }

export default function ReportDialog({ kind, id, name, onClose }: Props) {
  const form = useReportForm({ action: reportHref(kind, id), onDone: onClose })
  return (
    <Dialog
      title={`Report ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <SendReport form={form} />
        </>
      }
    >
      <ReportFields form={form} />
    </Dialog>
  )
}
