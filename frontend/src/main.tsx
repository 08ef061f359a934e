import "@fontsource-variable/ibm-plex-sans";
import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import "./app/global.css";

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

import { startI18n } from "@/lib/i18n/i18n";

import { App } from "./app/app";
import { loadTexts } from "./app/resources";

await startI18n(loadTexts, ["common", "app"]);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root.");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
