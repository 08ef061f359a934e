/** What every dialog about chosen items gets. */
export interface ItemsDialogProps {
  slug: string;
  items: readonly number[];
  onClose: () => void;
  onDone: () => void;
}
