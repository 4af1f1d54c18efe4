// The frame that draws attachments; see web/ui/preview.tsx.
document.title = 'Preview'
