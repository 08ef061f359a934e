import { type ComponentType, lazy, Suspense } from "react";

/**
 * A part that nobody sees at first, such as a closed dialog. The page does not wait for it;
 * drawn with the page, it is fetched at once after it, and is there when it is needed.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }));
  return function Deferred(props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
